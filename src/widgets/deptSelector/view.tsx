import { selectorView } from '../shared/selector/SelectorView.tsx';

export const View = selectorView('dept');
