import { dateTimeDefinition } from '../shared/formilyFields.ts';

export const definition = dateTimeDefinition('formilyDatePicker', 'date', false);
