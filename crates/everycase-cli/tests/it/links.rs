//! The links of the pages at the root of the repository, such as README.md, and in `docs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn a_link_leads_to_a_file_and_to_a_heading_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut pages: Vec<PathBuf> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.contains(&root.join("README.md")));
    collect(&root.join("docs"), &mut pages);
    let mut count = 0;
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for target in prose(&text).flat_map(targets) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(path.exists(), "{}: `{target}` leads to no file", page.display());
            if !anchor.is_empty() {
                let headings = slugs(&fs::read_to_string(&path).unwrap());
                assert!(headings.contains(anchor), "{}: `{target}` leads to no heading", page.display());
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count} links");
}

#[test]
fn the_book_has_every_page_in_its_summary_and_no_link_out_of_it() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").canonicalize().unwrap();
    let mut pages = Vec::new();
    collect(&docs, &mut pages);
    let summary = docs.join("SUMMARY.md");
    pages.retain(|page| *page != summary);
    let text = fs::read_to_string(&summary).unwrap();
    let listed: BTreeSet<PathBuf> = text.lines().flat_map(targets).map(|target| docs.join(target)).collect();
    assert_eq!(listed, pages.iter().cloned().collect());
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for target in prose(&text).flat_map(targets).filter(|target| !target.starts_with('#')) {
            let file = target.split('#').next().unwrap();
            let file = page.with_file_name("").join(file).canonicalize().unwrap();
            assert!(file.starts_with(&docs) && file != summary, "{}: `{target}`", page.display());
        }
    }
}

#[test]
fn a_heading_has_the_anchor_that_github_gives_it() {
    let page = "# A `Lazy<T>`: why?\n```\n# code\n```\n## [On](x.md) a-b_c\n## On a-b_c\n### é, \"9\"\n";
    let expected = ["a-lazyt-why", "on-a-b_c", "on-a-b_c-1", "é-9"].map(str::to_owned);
    assert_eq!(slugs(page), BTreeSet::from(expected));
}

/// Adds the Markdown files of a directory and the directories in it.
fn collect(directory: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// Returns the lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns where the relative links of a line lead, or the definition of one. Code spans have none.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let links = line.split('`').step_by(2).flat_map(|text| text.split("](").skip(1));
    let defined = line.strip_prefix('[').and_then(|line| line.split_once("]: "));
    let links = links.chain(defined.map(|(_, target)| target));
    links.filter_map(|rest| rest.split([')', ' ']).next()).filter(|target| !target.contains(':'))
}

/// Returns the anchors of the headings of a page.
fn slugs(text: &str) -> BTreeSet<String> {
    let mut slugs = BTreeMap::new();
    let anchor = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        // Of a link the text alone counts.
        let parts = heading.split("](").enumerate();
        let shown = parts.map(|(i, part)| part.split_once(')').filter(|_| i > 0).map_or(part, |p| p.1));
        let kept = shown.flat_map(str::chars).filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = slugs.entry(slug.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { slug } else { format!("{slug}-{}", *before - 1) }
    };
    prose(text).filter(|line| line.starts_with('#')).map(anchor).collect()
}
