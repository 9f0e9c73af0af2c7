import { momentDefinition } from '../shared/formilyFields.ts';

export const definition = momentDefinition('formilyDateRangePicker', 'date', true);
