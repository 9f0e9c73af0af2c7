import { createContext, type ReactNode } from 'react';

/** What stands on the canvas while the form has nothing in it. */
export const EmptyRoot = createContext<ReactNode>(null);
