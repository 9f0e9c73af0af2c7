import { optionTextView } from '../shared/text/TextView.tsx';
import { definition } from './definition.ts';

export const View = optionTextView(definition);
