use super::*;

#[test]
fn discarding_states_looks_at_each_part_once_however_often_a_state_has_it() {
    let size = 1_000;
    let mut completions = Completions::<u128>::new(size);
    let boolean: Vec<u128> = (0..=size).map(|size| u128::from(size == 1) * 2).collect();
    let list: Vec<u128> = (0..=size).map(|size| u128::from(size % 2)).collect();
    let [boolean, list] = [boolean, list].map(|counts| completions.push_part(&counts, 0));
    let mut parts = vec![boolean; 750];
    parts.push(list);
    let mut state = completions.state(&parts);
    // 750 booleans, and a list of size 1, 3 or 5.
    let count = |completions: &mut Completions<u128>, state| {
        [751, 752, 753, 755].map(|size| completions.is_possible(state, size))
    };
    let before = count(&mut completions, state);
    assert_eq!(before, [Some(true), Some(false), Some(true), Some(true)]);

    let work = completions.meter.work();
    completions.release([&mut state].into_iter());
    let work = completions.meter.work() - work;
    let once = 2 * u64::from(size + 1) + parts.len() as u64;
    assert!(work <= 2 * once, "{work} instead of {once}");
    assert_eq!((completions.names.len(), completions.parts_of(state).len()), (2, 751));
    assert_eq!(count(&mut completions, state), before);
}
