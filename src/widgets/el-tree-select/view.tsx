import { optionTextView } from '../shared/textView.tsx';
import { definition } from './definition.ts';

export const View = optionTextView(definition);
