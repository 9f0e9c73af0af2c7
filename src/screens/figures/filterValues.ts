import { useMemo } from 'react';
import type { FigureQuestion } from '../../runtime/services/datasets.ts';
import type { Query } from '../navigation/pageNavigation.ts';

/** Prefix of address parameters with filter values. */
const PREFIX = 'p.';

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
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, text]) => [key.slice(PREFIX.length), parseJsonOrText(text)]),
  );

/** Returns the address parameters with filter values, as stored in a saved view; cleared defaults are included. */
export const filterParamsIn = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([key]) => key.startsWith(PREFIX)));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

/**
 * Returns the address with other filter values. Omits empty values. An empty value with a default is written as `null`,
 * otherwise the default would be used again.
 */
export const withFilterValues = (
  query: Query,
  values: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Query => ({
  ...Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith(PREFIX))),
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [`${PREFIX}${name}`, JSON.stringify(value)]),
  ),
  ...Object.fromEntries(
    Object.entries(defaults)
      .filter(([name, value]) => !isEmpty(value) && isEmpty(values[name]))
      .map(([name]) => [`${PREFIX}${name}`, 'null']),
  ),
});

/** Returns the same object while the content of the question is equal. */
export function useStableQuestion(question: FigureQuestion): FigureQuestion {
  const text = JSON.stringify(question);
  return useMemo(() => JSON.parse(text) as FigureQuestion, [text]);
}
