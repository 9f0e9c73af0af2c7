import { useContext } from 'react';
import { fillText } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { placeholderValues } from '../related/placeholderValues.ts';

/** Replaces the placeholders `${name}` in a text of a document by values of the page. */
export function useFilledText(text: string): string {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePageNavigation();
  return String(fillText(text, placeholderValues(page, situation, query)) ?? '');
}
