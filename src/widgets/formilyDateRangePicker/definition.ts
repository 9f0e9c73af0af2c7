import { dateTimeDefinition } from '../shared/formilyFields.ts';

export const definition = dateTimeDefinition('formilyDateRangePicker', 'date', true);
