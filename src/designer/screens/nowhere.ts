import type { Place } from '../../screens/place/place.ts';

const stay = (): void => undefined;

/** Where a page stands that is looked at while it is made: it leads nowhere, and has no address. */
export const NOWHERE: Place = { kind: 'dialog', query: {}, setQuery: stay, go: stay, back: stay };
