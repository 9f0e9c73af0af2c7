import { textView } from '../shared/textView.tsx';
import { definition } from './definition.ts';

export const View = textView(definition);
