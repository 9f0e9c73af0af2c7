import { momentDefinition } from '../shared/formilyFields.ts';

export const definition = momentDefinition('formilyDatePicker', 'date', false);
