//! Tables in the terminal.

/// Shows rows below the names of their columns, each column as wide as its longest cell.
pub fn show_table<const N: usize>(columns: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let rows: Vec<[String; N]> = std::iter::once(columns.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; N] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    });
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        anstream::println!("{}", cells.join("  ").trim_end());
    }
}
