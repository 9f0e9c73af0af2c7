import { useMemo } from 'react';
import type { FigureQuestion } from '../../runtime/services/datasets.ts';
import type { Query } from '../navigation/pageNavigation.ts';

/** Prefix of address parameters with filter values. */
const FILTER_PREFIX = 'p.';

/** Parses JSON; returns the text itself if it is not JSON. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the filter values in the address of a screen, which all of its blocks use. */
export const filterValuesIn = (query: Query): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key]) => key.startsWith(FILTER_PREFIX))
      .map(([key, text]) => [key.slice(FILTER_PREFIX.length), parseJsonOrText(text)]),
  );

/**
 * Returns the address parameters with filter values, for a saved view. A filter whose default the user has cleared is
 * included with the value `null`.
 */
export const filterParamsIn = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([key]) => key.startsWith(FILTER_PREFIX)));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

/**
 * Returns the address parameters with these filter values instead of the present ones. An empty value is omitted; if
 * the filter has a default, `null` is written, otherwise the default would apply again.
 */
export const withFilterValues = (
  query: Query,
  values: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Query => ({
  ...Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith(FILTER_PREFIX))),
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [`${FILTER_PREFIX}${name}`, JSON.stringify(value)]),
  ),
  ...Object.fromEntries(
    Object.entries(defaults)
      .filter(([name, value]) => !isEmpty(value) && isEmpty(values[name]))
      .map(([name]) => [`${FILTER_PREFIX}${name}`, 'null']),
  ),
});

/** Returns the same object until the content of the question changes. */
export function useStableQuestion(question: FigureQuestion): FigureQuestion {
  const text = JSON.stringify(question);
  return useMemo(() => JSON.parse(text) as FigureQuestion, [text]);
}
