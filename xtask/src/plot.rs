//! A small writer of plots as SVG: panels side by side with one common scale of seconds,
//! both axes logarithmic. Colours follow the reader's light or dark mode; every line also
//! has its own shape of marks, so that colour is not needed to tell them apart.

use std::fmt::Write as _;

/// Drawn size of one panel, and the room around it.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 70.0;
const GAP: f64 = 28.0;
const BOTTOM: f64 = 84.0;
/// The room for a number on the horizontal axis.
const NUMBER: f64 = 20.0;

const STYLE: &str = "
  text { font: 12px sans-serif; fill: #333 }
  .paper { fill: #fff } .frame { fill: none; stroke: #888 } .grid { stroke: #ddd }
  .title { font-weight: bold; font-size: 14px } .line { fill: none; stroke-width: 1.8 }
  .ended { fill: none; stroke-width: 1.5 }
  .c0 { stroke: #1f6fb4 } .c1 { stroke: #c2570c } .c2 { stroke: #18794e }
  .c3 { stroke: #7b4bb7 } .c4 { stroke: #8a6d00 } .c5 { stroke: #b4234f }
  .c0.mark { fill: #1f6fb4 } .c1.mark { fill: #c2570c } .c2.mark { fill: #18794e }
  .c3.mark { fill: #7b4bb7 } .c4.mark { fill: #8a6d00 } .c5.mark { fill: #b4234f }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .paper { fill: #16191d } .frame { stroke: #888 } .grid { stroke: #333 }
    .c0 { stroke: #6cb2f0 } .c1 { stroke: #f2995a } .c2 { stroke: #58c794 }
    .c3 { stroke: #bb97ee } .c4 { stroke: #d9b93b } .c5 { stroke: #f0799b }
    .c0.mark { fill: #6cb2f0 } .c1.mark { fill: #f2995a } .c2.mark { fill: #58c794 }
    .c3.mark { fill: #bb97ee } .c4.mark { fill: #d9b93b } .c5.mark { fill: #f0799b }
  }
";
const COLOURS: usize = 6;

pub struct Chart {
    pub title: String,
    /// What the horizontal axis counts.
    pub across: String,
    /// What the vertical axis counts.
    pub up: String,
    /// The names of the lines, the same in each panel.
    pub lines: Vec<String>,
    pub panels: Vec<Panel>,
}

pub struct Panel {
    pub title: String,
    /// The points of each line.
    pub points: Vec<Vec<Point>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub across: f64,
    pub up: f64,
    /// Whether the run came to no answer, so that the true value is higher.
    pub ended: bool,
}

/// A logarithmic scale between two places of the drawing.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn place(&self, value: f64) -> f64 {
        let share = (value.max(self.low).ln() - self.low.ln()) / (self.high.ln() - self.low.ln());
        self.from + share * (self.to - self.from)
    }
}

pub fn svg(chart: &Chart) -> String {
    let width = LEFT + chart.panels.len() as f64 * (WIDTH + GAP);
    let height = TOP + HEIGHT + BOTTOM;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(&chart.title)
    );
    write_text(&mut text, "title", LEFT, 24.0, "start", &chart.title);
    let (low, high) = decades(chart);
    let up = Scale { low, high, from: TOP + HEIGHT, to: TOP };
    for (number, panel) in chart.panels.iter().enumerate() {
        let left = LEFT + number as f64 * (WIDTH + GAP);
        draw_panel(&mut text, panel, left, &up, number == 0);
        write_text(
            &mut text,
            "axis",
            left + WIDTH / 2.0,
            TOP + HEIGHT + 36.0,
            "middle",
            &chart.across,
        );
    }
    let middle = TOP + HEIGHT / 2.0;
    let _ = writeln!(
        text,
        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(16 {middle}) \
         rotate(-90)\">{}</text>",
        escaped(&chart.up)
    );
    draw_legend(&mut text, chart, width);
    text + "</svg>\n"
}

/// Whole powers of ten around all values, at least one decade.
fn decades(chart: &Chart) -> (f64, f64) {
    let points = chart.panels.iter().flat_map(|panel| panel.points.iter().flatten());
    let values = points.map(|point| point.up).filter(|up| up.is_finite() && *up > 0.0);
    let (low, high) = values
        .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (0.1, 1.0);
    }
    let (low, high) = (low.log10().floor(), high.log10().ceil());
    (10_f64.powf(low), 10_f64.powf(high.max(low + 1.0)))
}

fn draw_panel(text: &mut String, panel: &Panel, left: f64, up: &Scale, is_first: bool) {
    let all = || panel.points.iter().flatten().map(|point| point.across);
    let low = all().fold(f64::INFINITY, f64::min).clamp(1e-9, 1e9);
    let high = all().fold(0.0, f64::max).max(2.0 * low);
    let across = Scale { low, high, from: left + 12.0, to: left + WIDTH - 12.0 };
    let mut decade = up.low;
    while decade <= up.high * 1.001 {
        let place = up.place(decade);
        draw_line(text, (left, place), (left + WIDTH, place));
        if is_first {
            write_text(text, "tick", left - 8.0, place + 4.0, "end", &number(decade));
        }
        decade *= 10.0;
    }
    for value in ticks(all(), &across) {
        let place = across.place(value);
        draw_line(text, (place, TOP), (place, TOP + HEIGHT));
        write_text(text, "tick", place, TOP + HEIGHT + 16.0, "middle", &number(value));
    }
    let _ = writeln!(
        text,
        "<rect class=\"frame\" x=\"{left}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"
    );
    write_text(text, "panel", left + WIDTH / 2.0, TOP - 10.0, "middle", &panel.title);
    for (line, points) in panel.points.iter().enumerate() {
        let places: Vec<(f64, f64, bool)> = points
            .iter()
            .map(|point| (across.place(point.across), up.place(point.up), point.ended))
            .collect();
        draw_points(text, line, &places);
    }
}

/// The values that were measured, without those whose number would stand too close to that
/// of a smaller one.
fn ticks(values: impl Iterator<Item = f64>, scale: &Scale) -> Vec<f64> {
    let mut values: Vec<f64> = values.filter(|value| *value > 0.0).collect();
    values.sort_by(f64::total_cmp);
    let mut kept: Vec<f64> = Vec::new();
    for value in values {
        let is_apart = |last: &f64| scale.place(value) - scale.place(*last) >= NUMBER;
        if kept.last().is_none_or(is_apart) {
            kept.push(value);
        }
    }
    kept
}

fn draw_points(text: &mut String, line: usize, places: &[(f64, f64, bool)]) {
    let colour = line % COLOURS;
    let corners: Vec<String> = places.iter().map(|(x, y, _)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(text, "<polyline class=\"line c{colour}\" points=\"{}\"/>", corners.join(" "));
    for (x, y, ended) in places {
        if *ended {
            let _ = writeln!(
                text,
                "<circle class=\"ended c{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/>"
            );
        }
        draw_mark(text, line, *x, *y);
    }
}

fn draw_mark(text: &mut String, line: usize, x: f64, y: f64) {
    let corners: &[(f64, f64)] = match line % 4 {
        0 => &[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)],
        1 => &[(0.0, -4.0), (4.0, 3.0), (-4.0, 3.0)],
        2 => &[(0.0, -4.5), (4.5, 0.0), (0.0, 4.5), (-4.5, 0.0)],
        _ => &[(-4.0, -3.0), (4.0, -3.0), (0.0, 4.0)],
    };
    let points: Vec<String> =
        corners.iter().map(|(right, down)| format!("{:.1},{:.1}", x + right, y + down)).collect();
    let colour = line % COLOURS;
    let _ = writeln!(text, "<polygon class=\"mark c{colour}\" points=\"{}\"/>", points.join(" "));
}

fn draw_legend(text: &mut String, chart: &Chart, width: f64) {
    let y = TOP + HEIGHT + 62.0;
    let step = ((width - LEFT) / (chart.lines.len() as f64 + 1.0)).min(130.0);
    let mut x = LEFT;
    for (line, name) in chart.lines.iter().enumerate() {
        draw_points(text, line, &[(x, y, false), (x + 24.0, y, false)]);
        write_text(text, "legend", x + 34.0, y + 4.0, "start", name);
        x += step;
    }
    let is_ended = |panel: &Panel| panel.points.iter().flatten().any(|point| point.ended);
    if chart.panels.iter().any(is_ended) {
        let _ = writeln!(
            text,
            "<circle class=\"ended frame\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\"/>",
            x + 12.0
        );
        write_text(text, "legend", x + 24.0, y + 4.0, "start", "no answer within the limit");
    }
}

fn draw_line(text: &mut String, from: (f64, f64), to: (f64, f64)) {
    let _ = writeln!(
        text,
        "<line class=\"grid\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn write_text(text: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    let _ = writeln!(
        text,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(words)
    );
}

/// Without the noise of binary fractions: 0.01, 100.
fn number(value: f64) -> String {
    let digits = if value >= 0.999 { 0 } else { (-value.log10()).round().max(1.0) as usize };
    format!("{value:.digits$}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(across: f64, up: f64, ended: bool) -> Point {
        Point { across, up, ended }
    }

    fn chart() -> Chart {
        let panel = |title: &str, points| Panel { title: title.to_string(), points };
        Chart {
            title: "Time < limit & \"more\"".to_string(),
            across: "rounds".to_string(),
            up: "seconds".to_string(),
            lines: vec!["explicit".to_string(), "order".to_string()],
            panels: vec![
                panel("a", vec![vec![point(1.0, 0.02, false), point(4.0, 30.0, true)], vec![]]),
                panel("b", vec![vec![point(2.0, 0.0, false)], vec![point(2.0, 1.0, false)]]),
            ],
        }
    }

    /// The names of elements that are open at the end, or where a wrong one is closed.
    fn unbalanced(text: &str) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        for piece in text.split('<').skip(1) {
            let Some((tag, after)) = piece.split_once('>') else {
                return vec![format!("never ended: <{piece}")];
            };
            assert!(!after.contains('>'), "a bare > after <{tag}>");
            assert!(tag.matches('"').count().is_multiple_of(2), "quotes of <{tag}>");
            if let Some(name) = tag.strip_prefix('/') {
                if open.pop().as_deref() != Some(name) {
                    return vec![format!("closed too early: {name}")];
                }
            } else if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap_or_default().to_string());
            }
        }
        open
    }

    #[test]
    fn a_plot_is_well_formed() {
        let text = svg(&chart());
        assert_eq!(unbalanced(&text), Vec::<String>::new());
        assert_eq!(text.matches("<svg ").count(), 1);
        assert!(text.contains("<title>Time &lt; limit &amp; &quot;more&quot;</title>"));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        let entities = ["&lt;", "&gt;", "&amp;", "&quot;"];
        let named: usize = entities.iter().map(|entity| text.matches(entity).count()).sum();
        assert_eq!(text.matches('&').count(), named);
    }

    #[test]
    fn a_plot_shows_axes_lines_and_what_was_ended() {
        let text = svg(&chart());
        for words in [">rounds<", ">seconds<", ">explicit<", ">order<", ">a<", ">b<", ">0.01<"] {
            assert!(text.contains(words), "{words}");
        }
        // Four lines of two panels, and two in the legend.
        assert_eq!(text.matches("<polyline ").count(), 6);
        // The one that was ended, and its explanation.
        assert_eq!(text.matches("<circle ").count(), 2);
    }

    #[test]
    fn an_empty_chart_can_be_drawn() {
        let text = svg(&Chart { panels: Vec::new(), ..chart() });
        assert_eq!(unbalanced(&text), Vec::<String>::new());
        let bare = Panel { title: "bare".to_string(), points: vec![Vec::new()] };
        let text = svg(&Chart { panels: vec![bare], ..chart() });
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }

    #[test]
    fn scales_are_whole_decades() {
        assert_eq!(decades(&chart()), (0.01, 100.0));
        let scale = Scale { low: 0.01, high: 100.0, from: 200.0, to: 0.0 };
        assert!((scale.place(1.0) - 100.0).abs() < 1e-9);
        assert!((scale.place(0.0) - 200.0).abs() < 1e-9);
        let across = Scale { low: 1.0, high: 32.0, from: 0.0, to: 216.0 };
        let values = [8.0, 1.0, 2.0, 10.0, 2.0, 12.0, 32.0];
        assert_eq!(ticks(values.into_iter(), &across), [1.0, 2.0, 8.0, 12.0, 32.0]);
        assert_eq!(number(0.001), "0.001");
        assert_eq!(number(0.1), "0.1");
        assert_eq!(number(10.0), "10");
    }
}
