"""Tables as markup: plain values, cells, and the two kinds of places they go to."""

from __future__ import annotations

from likewise.draw import Cell, figure_text, table


def test_a_notebook_s_table_needs_no_style_sheet() -> None:
    markup = table(["name", "n", "score"], [["a & b", 3, 0.5], [None, 4, -1.25]], "Two <rows>")
    assert "<caption>Two &lt;rows&gt;</caption>" in markup
    assert "<td>a &amp; b</td>" in markup
    assert '<td style="text-align:right">3</td><td style="text-align:right">0.500</td>' in markup
    assert '<td></td><td style="text-align:right">4</td><td style="text-align:right">-1.250</td>' in markup
    assert "class=" not in markup


def test_a_page_s_table_stands_in_a_box_that_scrolls() -> None:
    rows = [[Cell.text("x", header=True), Cell.number(2.5, 1)]]
    markup = table(["name", "score"], rows, "Scores", numeric=(1,), boxed=True)
    assert markup.startswith('<div class="scroll" tabindex="0" role="region" aria-label="Scores"><table>')
    assert '<th scope="row"><bdi dir="auto">x</bdi></th><td class="num" data-value="2.5">2.5</td>' in markup
    assert markup.count("class=num") == 1


def test_columns_without_names_have_no_head() -> None:
    assert "<thead>" not in table(["", ""], [["a", "b"]])


def test_figures_have_a_real_minus_sign_and_no_minus_zero() -> None:
    assert [figure_text(v, 1) for v in (-2.0, -0.04, 3.14)] == ["−2.0", "0.0", "3.1"]
    assert "no value" in figure_text(None)
    assert "no value" in figure_text(float("nan"))
