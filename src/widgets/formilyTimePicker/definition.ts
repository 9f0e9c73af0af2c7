import { momentDefinition } from '../shared/formilyFields.ts';

export const definition = momentDefinition('formilyTimePicker', 'time', false);
