"""The Dockerfile holds the whole package; the compose file runs it with the token and opens nothing."""

from __future__ import annotations

import re

from tests.cluster.start_commands import FOLDER, TOKEN_FILE, documents
from tests.cluster.versions import PYPROJECT, ROOT

INSTRUCTIONS = [
    tuple(line.split(maxsplit=1))
    for line in (FOLDER / "Dockerfile").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def _of(instruction: str) -> list[str]:
    return [text for name, text in INSTRUCTIONS if name == instruction]


def test_everything_copied_exists_and_every_package_is_copied() -> None:
    copied = {source for text in _of("COPY") for source in text.split()[:-1]}
    for source in copied:
        assert (ROOT / source).exists(), source
    packages = {pattern.rstrip("*") for pattern in PYPROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    modules = {f"{name}.py" for name in PYPROJECT["tool"]["setuptools"]["py-modules"]}
    assert packages | modules | {"README.md", "LICENSE", "pyproject.toml", "constraints.txt"} == copied


def test_the_image_has_our_python_and_our_versions_and_warm_kernels() -> None:
    (base,) = _of("FROM")
    (least,) = re.findall(r"[\d.]+", PYPROJECT["project"]["requires-python"])
    assert base == f"python:{least}-slim"
    install, *_, warm = _of("RUN")
    assert install == "pip install --no-cache-dir --constraint constraints.txt ."
    assert warm == "rollout warm"


def test_containers_are_not_run_by_root_and_have_no_secrets_built_in() -> None:
    assert _of("USER") == ["ray"]
    assert INSTRUCTIONS.index(("USER", "ray")) < INSTRUCTIONS.index(("RUN", "rollout warm"))
    assert not _of("ENV") + _of("ARG")


def test_compose_builds_the_image_from_the_checkout() -> None:
    for service in documents("compose")[0]["services"].values():
        context = (FOLDER / service["build"]["context"]).resolve()
        assert context == ROOT
        assert (context / service["build"]["dockerfile"]).samefile(FOLDER / "Dockerfile")


def test_compose_asks_for_the_token_and_publishes_no_port() -> None:
    (config,) = documents("compose")
    for service in config["services"].values():
        assert service["environment"] == {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": TOKEN_FILE}
        assert service["secrets"] == ["ray_auth_token"]
        assert "ports" not in service
    assert config["secrets"] == {"ray_auth_token": {"file": "${HOME}/.ray/auth_token"}}
    assert "--dashboard-host=127.0.0.1" in config["services"]["head"]["command"]
