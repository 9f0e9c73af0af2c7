import { textView } from '../shared/text/TextView.tsx';
import { definition } from './definition.ts';

export const View = textView(definition);
