"""The part of KubeRay's resource definitions (``ray.io/v1``, KubeRay 1.6) that the manifests use, as a JSON schema.

Required fields, types and allowed values are those of the definitions. Unlike them it knows no other field, so that a
misspelt one is refused, where Kubernetes would drop it without a word.
"""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_TEXTS: Final[Schema] = {"type": "object", "additionalProperties": _TEXT}


def _fields(required: Schema, **optional: Schema) -> Schema:
    """Return the schema of a mapping with these fields and no others."""
    properties = required | optional
    return {"type": "object", "required": [*required], "properties": properties, "additionalProperties": False}


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "minItems": 1, "items": schema}


_CONTAINER: Final = _fields(
    {"name": _TEXT, "image": _TEXT, "resources": _fields({"requests": _TEXTS, "limits": _TEXTS})},
    command=_list_of(_TEXT),
    env=_list_of(_fields({"name": _TEXT, "value": _TEXT})),
    volumeMounts=_list_of(_fields({"name": _TEXT, "mountPath": _TEXT})),
)
_POD: Final = _fields(
    {"spec": _fields({"containers": _list_of(_CONTAINER)}, volumes=_list_of({"type": "object", "required": ["name"]}))},
    metadata=_fields({}, labels=_TEXTS),
)
_CLUSTER: Final = _fields(
    {
        "headGroupSpec": _fields(
            {"rayStartParams": _TEXTS, "template": _POD},
            serviceType={"enum": ["ClusterIP", "NodePort", "LoadBalancer"]},
        )
    },
    rayVersion=_TEXT,
    authOptions=_fields({}, mode={"enum": ["disabled", "token"]}, secretName=_TEXT),
    enableInTreeAutoscaling={"type": "boolean"},
    autoscalerOptions=_fields({}, idleTimeoutSeconds=_COUNT),
    workerGroupSpecs=_list_of(
        _fields(
            {"groupName": _TEXT, "minReplicas": _COUNT, "maxReplicas": _COUNT, "template": _POD},
            replicas=_COUNT,
            rayStartParams=_TEXTS,
        )
    ),
)
_JOB: Final = _fields(
    {"rayClusterSpec": _CLUSTER, "entrypoint": _TEXT},
    submissionMode={"enum": ["K8sJobMode", "HTTPMode", "InteractiveMode", "SidecarMode"]},
    backoffLimit=_COUNT,
    shutdownAfterJobFinishes={"type": "boolean"},
    ttlSecondsAfterFinished=_COUNT,
)


def _resource(kind: str, spec: Schema) -> Schema:
    name = {"type": "string", "pattern": "^[a-z]([-a-z0-9]{0,45}[a-z0-9])?$"}
    version = {"const": "ray.io/v1"}
    return _fields({"apiVersion": version, "kind": {"const": kind}, "metadata": _fields({"name": name}), "spec": spec})


RESOURCES: Final = {"RayCluster": _resource("RayCluster", _CLUSTER), "RayJob": _resource("RayJob", _JOB)}
