import { selectorEdit } from '../shared/selectorEdit.tsx';

export const Edit = selectorEdit('dept');
