import { numberDefinition } from '../shared/formilyFields.ts';

export const definition = numberDefinition('formilyNumberPicker');
