import { selectorView } from '../shared/selectorView.tsx';

export const View = selectorView('company');
