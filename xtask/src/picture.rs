//! A picture of what `carhop load --find-max --report FILE` measured: how late answers are at which rate of turns.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The size of the picture.
const SIZE: [f64; 2] = [720.0, 360.0];
/// Where what is drawn lies in it: left, top, right, bottom.
const FRAME: [f64; 4] = [60.0, 50.0, 700.0, 310.0];
/// What is drawn of a round: its name in the report, in the picture, and the class that gives it a color.
const CURVES: [(&str, &str, &str); 2] =
    [("p50", "half of the answers within", "half"), ("p99", "99 % within", "most")];
/// Into how many parts the axis of turns is divided, at most.
const STEPS_MAX: f64 = 8.0;
/// Colors that can be read on white and on black.
const STYLE: &str = "text{font:13px sans-serif;fill:#777}path{fill:none;stroke-width:2}.grid{stroke:#8886;stroke-width:1}\
.half{stroke:#2a7de1;fill:#2a7de1}.most{stroke:#d9622b;fill:#d9622b}path.half,path.most{fill:none}text.half,text.most{stroke:none}";

/// Draws a report into a file.
pub fn draw(report: &str, picture: &str) -> Result<()> {
    let text = fs::read_to_string(report).with_context(|| format!("cannot read {report}"))?;
    let report = serde_json::from_str(&text).with_context(|| format!("{report} is no report"))?;
    fs::write(picture, svg(&rounds(&report)?)).with_context(|| format!("cannot write {picture}"))
}

/// A round: how many turns a second were answered, and the times of [`CURVES`] in milliseconds.
struct Round {
    turns_a_second: f64,
    times_ms: [f64; CURVES.len()],
}

/// The rounds of a report, the slowest first.
fn rounds(report: &Value) -> Result<Vec<Round>> {
    let rounds = report["rounds"].as_array().map(Vec::as_slice).unwrap_or_default();
    let read = rounds.iter().map(|round| {
        let times_ms = CURVES.map(|(name, ..)| round["from_due_ms"][name].as_f64().unwrap_or_default());
        Some(Round { turns_a_second: round["turns_a_second"].as_f64()?, times_ms })
    });
    let mut rounds = read.collect::<Option<Vec<_>>>().context("a round has no turns")?;
    rounds.retain(|round| round.times_ms.iter().all(|time| *time > 0.0));
    rounds.sort_by(|one, other| one.turns_a_second.total_cmp(&other.turns_a_second));
    if rounds.len() < 2 {
        bail!("a picture takes two rounds: measure with --find-max");
    }
    Ok(rounds)
}

fn svg(rounds: &[Round]) -> String {
    let times = || rounds.iter().flat_map(|round| round.times_ms);
    let fastest = rounds.iter().map(|round| round.turns_a_second).fold(0.0, f64::max);
    let [from, to] =
        [times().fold(f64::INFINITY, f64::min).log10().floor(), times().fold(0.0, f64::max).log10().ceil()];
    let [left, top, right, bottom] = FRAME;
    let x = |turns: f64| left + (right - left) * turns / fastest;
    let y = |time_ms: f64| bottom - (bottom - top) * (time_ms.log10() - from) / (to - from).max(1.0);

    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>How late answers are at which rate of turns</title>\n<style>{STYLE}</style>\n"
    );
    let mut draw = |line: String| svg += &(line + "\n");
    let mut power = from;
    while power <= to {
        let (time_ms, at) = (10_f64.powf(power), y(10_f64.powf(power)));
        draw(format!("<path class=\"grid\" d=\"M{left} {at:.1}H{right}\"/>"));
        draw(format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{time_ms} ms</text>",
            left - 6.0,
            at + 4.0
        ));
        power += 1.0;
    }
    let step = step(fastest);
    let mut turns = 0.0;
    while turns <= fastest {
        let at = x(turns);
        draw(format!("<path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\"/>"));
        draw(format!("<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{turns}</text>", bottom + 18.0));
        turns += step;
    }
    draw(format!("<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">turns a second</text>", bottom + 38.0));
    for (at, (_, name, class)) in CURVES.into_iter().enumerate() {
        let points: Vec<[f64; 2]> =
            rounds.iter().map(|round| [x(round.turns_a_second), y(round.times_ms[at])]).collect();
        let line: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        draw(format!("<path class=\"{class}\" d=\"M{}\"/>", line.join("L")));
        for [x, y] in points {
            draw(format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"));
        }
        draw(format!("<text class=\"{class}\" x=\"{}\" y=\"24\">{name}</text>", left + 230.0 * at as f64));
    }
    svg + "</svg>\n"
}

/// The distance of two lines: 1, 2 or 5 with zeros behind.
fn step(most: f64) -> f64 {
    let power = 10_f64.powf((most / STEPS_MAX).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| most / step <= STEPS_MAX).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn round(turns_a_second: f64, p50: f64, p99: f64) -> Value {
        json!({ "turns_a_second": turns_a_second, "from_due_ms": { "p50": p50, "p99": p99 } })
    }

    #[test]
    fn rounds_are_drawn_from_the_slowest_to_the_fastest_within_the_frame() {
        let report = json!({ "rounds": [round(1000.0, 1.0, 10.0), round(500.0, 1.0, 1.0)] });
        let svg = svg(&rounds(&report).unwrap());
        assert!(svg.contains("<path class=\"half\" d=\"M380.0 310.0L700.0 310.0\"/>"), "{svg}");
        assert!(svg.contains("<path class=\"most\" d=\"M380.0 310.0L700.0 50.0\"/>"), "{svg}");
        assert!(svg.contains(">10 ms</text>") && svg.contains(">1000</text>"), "{svg}");
    }

    #[test]
    fn one_round_is_no_picture() {
        for report in [json!({ "rounds": [round(1.0, 1.0, 1.0)] }), json!({}), json!({ "rounds": [{}, {}] })]
        {
            assert!(rounds(&report).is_err(), "{report}");
        }
    }

    #[test]
    fn an_axis_has_round_steps() {
        assert_eq!([7.0, 80.0, 900.0, 12_000.0].map(step), [1.0, 10.0, 200.0, 2000.0]);
    }
}
