import { createContext, useContext } from 'react';
import type { MenuRoute } from '../session/routes.ts';

/** The menu routes of the signed-in person by path; the composition root provides them. */
export const PageRoutesContext = createContext<ReadonlyMap<string, MenuRoute>>(new Map());
export const usePageRoutes = (): ReadonlyMap<string, MenuRoute> => useContext(PageRoutesContext);
