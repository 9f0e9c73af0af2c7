import { useContext } from 'react';
import { fillText } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { usePlace } from '../place/place.ts';
import { placeholderValues } from '../related/placeholderValues.ts';

/** A text of a document with the values of the page around it in place of `${name}`. */
export function useFilled(text: string): string {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePlace();
  return String(fillText(text, placeholderValues(page, situation, query)) ?? '');
}
