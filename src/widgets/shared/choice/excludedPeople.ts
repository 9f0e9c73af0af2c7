import { createContext } from 'react';

/**
 * Ids of people who are listed but cannot be chosen, e.g. the user who hands on a task, or the applicant as an
 * approver.
 */
export const ExcludedPeople = createContext<readonly string[]>([]);
