//! Figures of one quantity against the size, two side by side, as SVG: the outline of the paper's figures 3.3 and 3.4.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Colours that the colour-blind can tell apart.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(110, 110, 110)];
const FONT: &str = "sans-serif";
const LIMIT: RGBColor = RGBColor(150, 150, 150);

/// One line of a figure: what was measured at which size.
#[derive(Debug, Clone)]
pub struct Line {
    /// What the legend says.
    pub name: String,
    /// Sizes and what was measured, more than 0.
    pub points: Vec<(u32, f64)>,
}

/// One of the two figures.
#[derive(Debug, Clone)]
pub struct Panel {
    /// The quantity with its unit, along the axis.
    pub quantity: &'static str,
    /// The lines, in the order of the legend.
    pub lines: Vec<Line>,
    /// Where nothing was measured any more, dotted.
    pub limit: f64,
    /// What the limit says.
    pub limit_name: String,
}

/// Writes two figures side by side.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, title: &str, panels: &[Panel; 2]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (1000, 440)).into_drawing_area();
    root.fill(&WHITE)?;
    let root = root.titled(title, (FONT, 20))?;
    for (area, panel) in root.split_evenly((1, 2)).iter().zip(panels) {
        draw(area, panel)?;
    }
    root.present()?;
    Ok(())
}

fn draw(area: &DrawingArea<SVGBackend<'_>, Shift>, panel: &Panel) -> Result<(), Box<dyn Error>> {
    let (sizes, values) = ranges(panel);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(sizes.clone(), values.clone().log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.1))
        .x_desc("size of the values (constructors)")
        .y_desc(panel.quantity)
        .y_labels(8)
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|value| format!("{value}"))
        .axis_desc_style((FONT, 15))
        .label_style((FONT, 13))
        .draw()?;
    for (line, colour) in panel.lines.iter().zip(COLOURS) {
        if line.points.is_empty() {
            continue;
        }
        let points = || line.points.iter().map(|&(size, value)| (f64::from(size), value));
        chart
            .draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    let limit = [(sizes.start, panel.limit), (sizes.end, panel.limit)];
    chart.draw_series(DashedLineSeries::new(limit, 2, 4, LIMIT.stroke_width(2)))?;
    let above = panel.limit * (values.end / values.start).powf(0.05);
    let beside = sizes.start + (sizes.end - sizes.start) * 0.02;
    let style = (FONT, 13, &LIMIT).into_text_style(area);
    chart.draw_series([Text::new(panel.limit_name.clone(), (beside, above), style)])?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.2))
        .label_font((FONT, 14))
        .draw()?;
    Ok(())
}

/// Sizes with some room, and values from a power of ten to above the limit.
fn ranges(panel: &Panel) -> (Range<f64>, Range<f64>) {
    let points = || panel.lines.iter().flat_map(|line| &line.points);
    let first = f64::from(points().map(|&(size, _)| size).min().unwrap_or(0));
    let last = f64::from(points().map(|&(size, _)| size).max().unwrap_or(1)).max(first + 1.0);
    let room = (last - first) * 0.02;
    let least = points().map(|&(_, value)| value).fold(panel.limit / 10.0, f64::min);
    (first - room..last + room, 10_f64.powf(least.log10().floor())..panel.limit * 5.0)
}
