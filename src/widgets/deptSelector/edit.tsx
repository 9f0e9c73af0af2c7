import { selectorEdit } from '../shared/selector/SelectorEdit.tsx';

export const Edit = selectorEdit('dept');
