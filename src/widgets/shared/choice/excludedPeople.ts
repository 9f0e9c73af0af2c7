import { createContext } from 'react';

/**
 * Ids of people who are listed but not selectable, e.g. the user who transfers a task, or the applicant as an approver.
 */
export const ExcludedPeople = createContext<readonly string[]>([]);
