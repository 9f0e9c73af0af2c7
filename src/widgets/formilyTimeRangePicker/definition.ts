import { momentDefinition } from '../shared/formilyFields.ts';

export const definition = momentDefinition('formilyTimeRangePicker', 'time', true);
