import { createContext } from 'react';

/** True if the surrounding page saves the whole form at the event `save-all` of a sub-table (SL-002). */
export const SaveAllContext = createContext(true);
