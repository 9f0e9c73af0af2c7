import { dateTimeDefinition } from '../shared/formilyFields.ts';

export const definition = dateTimeDefinition('formilyTimeRangePicker', 'time', true);
