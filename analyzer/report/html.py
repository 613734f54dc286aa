"""The report as one HTML file that opens anywhere: no network, no scripts, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from analyzer.report import phrases
from analyzer.report.boards import HEAT, draft_board, heat_board, ranked_board
from analyzer.report.model import DraftPick, Estimate, FirstRoad, HexAround, Report, Spot
from analyzer.report.plots import convergence_plot, interval_plot
from analyzer.words import certainty, counted, percent, percents, printable, span, with_their_signs
from catan_sim.core.board import Board
from catan_sim.draw.palette import SEATS, TERRAIN, Paint

_ABOUT: Final = {
    "production": "Income",
    "lacks": "Gaps",
    "second": "Second",
    "port": "Port",
    "expansion": "Space",
    "strength": "Strength",
    "weakness": "Weakness",
    "road": "Road",
    "next": "The next",
}


def page(report: Report, board: Board) -> str:
    """The whole page."""
    name = printable(report.board)
    css = files("analyzer.report").joinpath("page.css").read_text(encoding="utf-8")
    body = "\n".join(
        [
            _hero(report, board, name),
            _section(
                "ranking", f"The {len(report.top)} best spots" if len(report.top) > 1 else "The spot", _ranking(report)
            ),
            _section("why", "Why", _why(report)),
            _section("apart", "How far apart they are", _apart(report)),
            _section("map", "The whole board", _heat(report, board)),
            _section("draft", f"If you take {report.top[0].label}: the draft", _draft(report, board)),
            _section("settled", "How the answer settled", _settled(report)),
            _section("all", "Every candidate in numbers", _all(report)),
            _section("again", "Run it again", _again(report)),
        ]
    )
    title = escape(f"{phrases.title(report)} · {name}")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        '<meta name="color-scheme" content="light dark"/>'
        f"<title>{title}</title><style>\n{css}{''.join(_palette_css())}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _palette_css() -> Iterator[str]:
    """The colours that drawings share with the page."""
    for resource, paint in TERRAIN.items():
        word = "desert" if resource is None else resource.word
        yield f".{word} i{{background:{paint.fill};color:{paint.ink}}}\n"
    for seat, paint in enumerate(SEATS, 1):
        yield f".seat{seat}{{background:{paint.fill};color:{paint.ink}}}\n"
    yield "".join(_heat_css(HEAT))
    # On a dark page bright stands out, so there the best are the bright ones.
    yield f"@media (prefers-color-scheme: dark) {{\n{''.join(_heat_css(HEAT[::-1]))}}}\n"


def _heat_css(ramp: Sequence[Paint]) -> Iterator[str]:
    for step, paint in enumerate(ramp):
        yield f".heat{step}{{--heat:{paint.fill};--heatink:{paint.ink}}}\n"


def _section(anchor: str, heading: str, content: str) -> str:
    return f'<section id="{anchor}"><h2>{escape(heading)}</h2>\n{content}</section>'


def _chips(hexes: tuple[HexAround, ...]) -> str:
    """The hexes around a spot: a small hexagon with the number, and the word."""
    chips = [
        f'<span class="chip {h.resource or "desert"}"><i>{"" if h.number is None else h.number}</i>'
        f"{h.resource or 'desert'}</span>"
        for h in hexes
    ]
    return f'<span class="chips">{"".join(chips)}</span>'


def _hero(report: Report, board: Board, name: str) -> str:
    best = report.top[0]
    road = "" if best.first_road is None else _road_line(best.first_road, report.request.second)
    port = "" if best.port is None else f"<p>It lies at a <b>{phrases.port(best)}</b> port.</p>"
    unsettled = phrases.not_settled(report)
    roads = phrases.roads(report)
    claims = "".join(
        f'<li><span>{escape(claim)}</span><meter min="0" max="1" value="{probability}"></meter>'
        f"<b>{certainty(probability)}</b></li>"
        for claim, probability in phrases.how_sure(report)
    )
    return f"""<header>
<div class="answer">
<p class="eyebrow">{escape(name)} · {escape(phrases.setting(report))}</p>
<h1>{escape(phrases.title(report))}</h1>
{_chips(best.hexes)}
<p class="big"><b>{percent(best.win_rate)}</b> of games won</p>
<p class="small">95 % sure: {percents(best.interval)} · a fair share is {percent(report.fair_share)}</p>
{road}{port}
<h2 class="minor">How sure is that?</h2>
<ul class="claims">{claims}</ul>
{f'<p class="warn">{escape(unsettled)}</p>' if unsettled else ""}
<p class="small">{escape(printable(phrases.assumption(report)))}</p>
<p class="small">{escape(phrases.played(report))}</p>
{f'<p class="small">{escape(roads)}</p>' if roads else ""}
</div>
<figure class="boardbox">{ranked_board(report, board)}
<figcaption>Circles: the ranked spots and their labels. Short lines: their best roads.</figcaption></figure>
</header>"""


def _road_line(road: FirstRoad, second: bool) -> str:
    doubt = "" if road.settled else ' <span class="small">(no clear choice yet)</span>'
    return f"<p>Build {'its' if second else 'the first'} road at <b>{road.best.label}</b>, {road.best.name}{doubt}.</p>"


def _ranking(report: Report) -> str:
    rows = []
    tier = 0
    for spot in report.top:
        if spot.tier != tier:
            tier = spot.tier
            rows.append(f'<tr class="tierrow"><th colspan="7" scope="rowgroup">Tier {tier}</th></tr>')
        rows.append(_ranking_row(spot))
    heads = ("rank", "95 % ranks", "spot", "port", "pips", "win rate, 95 % interval", "rounds to win")
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    note = (
        '<p class="note">A new tier begins where a spot is worse than the one before it with 95 % certainty; within a '
        "tier, neighbours are not told apart yet. “95 % ranks”: those that the spot may really have. "
        "In a round everybody has one turn.</p>"
    )
    return f'<table class="ranking"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>{note}'


def _ranking_row(spot: Spot) -> str:
    return (
        f'<tr><td class="rankno"><b>{spot.rank}</b></td>'
        f'<td data-label="95 % ranks">{span(*spot.rank_interval)}</td>'
        f'<td class="spot"><b>{spot.label}</b>{_chips(spot.hexes)}</td>'
        f'<td data-label="port">{escape(phrases.port(spot))}</td><td data-label="pips">{spot.pips}</td>'
        f'<td class="rate"><b>{percent(spot.win_rate)}</b> <span>{percents(spot.interval)}</span></td>'
        f'<td data-label="rounds to win">{_number(spot.rounds_to_win)}</td></tr>'
    )


def _number(estimate: Estimate, digits: int = 1) -> str:
    if estimate.mean is None:
        return "–"
    ends = estimate.interval
    reach = "" if ends is None else f" <small>± {(ends[1] - ends[0]) / 2:.{digits}f}</small>"
    return f"{estimate.mean:.{digits}f}{reach}"


def _why(report: Report) -> str:
    return "".join(_why_spot(spot) for spot in report.top)


def _why_spot(spot: Spot) -> str:
    items = "".join(
        f'<div class="{reason.about}"><dt>{_ABOUT[reason.about]}</dt>'
        f"<dd>{with_their_signs(escape(reason.text))}</dd></div>"
        for reason in spot.reasons
    )
    opened = ' open=""' if spot.rank == 1 else ""
    return (
        f'<details{opened}><summary><b class="rankbadge">{spot.rank}</b><b>{spot.label}</b>{_chips(spot.hexes)}'
        f'<span class="rate">{percent(spot.win_rate)}</span></summary><dl>{items}</dl></details>'
    )


def _apart(report: Report) -> str:
    return (
        '<p class="legend"><span><i class="key thick"></i><i class="key mean"></i> win rate and 95 % interval, seen in '
        'the light of all candidates</span><span><i class="key thin"></i><i class="key raw"></i> from its own games '
        f"alone</span></p>{interval_plot(report)}"
        '<p class="note">Whoever comes out first was probably lucky, too; the light of all takes that luck off.</p>'
    )


def _heat(report: Report, board: Board) -> str:
    rates = [spot.win_rate for spot in report.candidates]
    steps = "".join(f'<i class="heat{step}"></i>' for step in range(len(HEAT)))
    return (
        f'<figure class="boardbox">{heat_board(report, board)}<figcaption>Percent of games won from each of the '
        f"{counted(len(rates), 'candidate')} (the larger, the better); labels of all places.</figcaption></figure>"
        f'<p class="ramp"><span>{percent(min(rates))}</span>{steps}<span>{percent(max(rates))}</span></p>'
    )


def _draft(report: Report, board: Board) -> str:
    by_seat: dict[int, list[DraftPick]] = {}
    for pick in report.draft.picks:
        by_seat.setdefault(pick.seat, []).append(pick)
    rows = "".join(
        f'<tr><th scope="row"><span class="seatno seat{seat}">{seat}</span></th>{"".join(map(_pick_cell, picks))}</tr>'
        for seat, picks in sorted(by_seat.items())
    )
    return (
        '<div class="two"><table class="snake"><thead><tr><th scope="col">seat</th><th scope="col">first ↓</th>'
        f'<th scope="col">second ↑</th></tr></thead><tbody>{rows}</tbody></table>'
        f'<figure class="boardbox">{draft_board(report, board)}<figcaption>Houses and roads carry seats, tags '
        "labels; dashed tags are predictions.</figcaption></figure></div>"
        '<p class="note">Picks after yours are what the set-up policy takes by rule of thumb, without playing: it '
        "may leave spots open that the games rank high. People may not.</p>"
    )


def _pick_cell(pick: DraftPick) -> str:
    remark = {"placed": "<em>placed</em>", "predicted": "", "asked": "<em>your pick</em>"}[pick.status]
    return (
        f'<td class="{pick.status}"><span class="tag">{pick.number}</span> <b>{pick.label}</b> {remark}'
        f"<span>{_unbroken(pick.name)}</span></td>"
    )


def _unbroken(name: str) -> str:
    """A spot's name that breaks only between its hexes."""
    return escape(" ".join(part.replace(" ", "\u00a0") for part in name.replace(" · ", "\u00a0·\n").split("\n")))


def _settled(report: Report) -> str:
    capped = phrases.if_capped(report)
    return convergence_plot(report) + (f"<p>{escape(capped)}</p>" if capped else "")


def _all(report: Report) -> str:
    heads = (
        "#",
        "spot",
        "win rate",
        "own games alone",
        "best",
        "in the top",
        "points",
        "rounds",
        "first or second",
        "games",
    )
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    rows = "".join(_all_row(spot) for spot in report.candidates)
    return (
        f"<details><summary>{counted(len(report.candidates), 'candidate')}</summary>"
        f'<table class="all"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>'
    )


def _all_row(spot: Spot) -> str:
    top_two, ends = "–", spot.top_two.interval
    if spot.top_two.mean is not None and ends is not None:
        top_two = f"{percent(spot.top_two.mean)} <small>{percents(ends)}</small>"
    cells = (
        ("win rate", f"<b>{percent(spot.win_rate)}</b> <small>{percents(spot.interval)}</small>"),
        ("own games alone", f"{percent(spot.flat.mean)} <small>{percents(spot.flat.interval)}</small>"),
        ("best", certainty(spot.probability_best)),
        ("in the top", certainty(spot.probability_top)),
        ("points", _number(spot.points, digits=2)),
        ("rounds", _number(spot.rounds)),
        ("first or second", top_two),
        ("games", f"{spot.games:,}"),
    )
    data = "".join(f'<td data-label="{label}">{text}</td>' for label, text in cells)
    spot_cell = f'<td class="spot"><b>{spot.label}</b> <span>{_unbroken(spot.name)}</span></td>'
    return f'<tr><td class="rankno"><b>{spot.rank}</b></td>{spot_cell}{data}</tr>'


def _again(report: Report) -> str:
    versions = ", ".join(escape(printable(f"{name} {version}")) for name, version in sorted(report.versions.items()))
    facts = (
        ("players", f"{report.players}, all played by {escape(printable(phrases.agents(report)))}"),
        ("seed", str(report.request.seed)),
        ("board", f"<code>{escape(report.fingerprint)}</code>"),
        ("versions", versions or "–"),
    )
    items = "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in facts)
    return (
        "<p>In the folder that this file came in, the request is stored beside it:</p>"
        "<pre><code>rollout rerun DIR</code></pre>"
        f"<p>plays every game again and says whether the report is the same, bit for bit.</p><dl>{items}</dl>"
    )
