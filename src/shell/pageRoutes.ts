import { createContext, useContext } from 'react';
import type { MenuRoute } from '../session/routes.ts';

/** The routes of this person by path, as the composition root knows them. */
export const PageRoutesContext = createContext<ReadonlyMap<string, MenuRoute>>(new Map());
export const usePageRoutes = (): ReadonlyMap<string, MenuRoute> => useContext(PageRoutesContext);
