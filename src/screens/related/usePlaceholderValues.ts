import { useContext, useMemo } from 'react';
import { placeholderNames, type PlaceholderValues } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from './placeholderValues.ts';

/**
 * Returns the values of the placeholders in a part of a document (`screenPlaceholderValues`). Returns the same object
 * until a value that `documentPart` reads changes, so that other changes of the address cause no reload.
 */
export function usePlaceholderValues(documentPart: unknown): PlaceholderValues {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePageNavigation();
  const names = useMemo(() => placeholderNames(documentPart), [documentPart]);
  const { values, ...personValues } = screenPlaceholderValues(page, situation, query);
  const json = JSON.stringify({
    ...personValues,
    values: Object.fromEntries(names.map((name) => [name, values[name]])),
  });
  return useMemo(() => JSON.parse(json) as PlaceholderValues, [json]);
}
