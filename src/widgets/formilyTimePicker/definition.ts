import { dateTimeDefinition } from '../shared/formilyFields.ts';

export const definition = dateTimeDefinition('formilyTimePicker', 'time', false);
