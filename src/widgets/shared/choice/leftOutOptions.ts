import { createContext } from 'react';

/** Ids of people who are shown and cannot be chosen: who hands a task on, and of those whom an applicant chooses the applicant. */
export const LeftOut = createContext<readonly string[]>([]);
