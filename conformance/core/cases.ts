// Which of an experiment's cases are tried on which collections. A case is one way to ask that shows a fault on any
// collection; a run has many, and few requests. Nothing here depends on the order in which a file names collections, since a
// run orders them by its seed.

/** Gives each case to one of the places that fit it: to that with the fewest cases so far, the first of several. */
export function spread<Case, Place>(
  cases: readonly Case[],
  places: readonly Place[],
  fits: (place: Place, given: Case) => boolean = () => true,
): ReadonlyMap<Place, readonly Case[]> {
  const given = new Map<Place, Case[]>(places.map((place) => [place, []]));
  const load = (place: Place): number => given.get(place)?.length ?? 0;
  for (const one of cases) {
    const [least] = places
      .filter((place) => fits(place, one))
      .toSorted((place, other) => load(place) - load(other));
    if (least !== undefined) given.get(least)?.push(one);
  }
  return given;
}

/**
 * The cases of one place, if places take one each, in turn. All cases, if there are too few places to try each case at
 * as many of them as are wanted.
 */
export function shareOf<Case, Place>(
  cases: readonly Case[],
  places: readonly Place[],
  place: Place,
  wanted = 1,
): readonly Case[] {
  if (places.length < cases.length * wanted) return cases;
  return cases.slice(places.indexOf(place) % cases.length).slice(0, 1);
}
