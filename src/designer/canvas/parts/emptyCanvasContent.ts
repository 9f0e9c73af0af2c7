import { createContext, type ReactNode } from 'react';

/** The content of the canvas while the document is empty. */
export const EmptyCanvasContent = createContext<ReactNode>(null);
