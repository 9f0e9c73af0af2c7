import { useContext, useMemo } from 'react';
import { placeholderNames, type PlaceholderSource } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { placeholderValues } from './placeholderValues.ts';

/**
 * The values of the placeholders in a part of a document (`placeholderValues`). The same object while the values that
 * `written` reads stay equal, so that a change of the address does not reload what is filled with them.
 */
export function usePlaceholderSource(written: unknown): PlaceholderSource {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePageNavigation();
  const names = useMemo(() => placeholderNames(written), [written]);
  const { values, ...personal } = placeholderValues(page, situation, query);
  const json = JSON.stringify({ ...personal, values: Object.fromEntries(names.map((name) => [name, values[name]])) });
  return useMemo(() => JSON.parse(json) as PlaceholderSource, [json]);
}
