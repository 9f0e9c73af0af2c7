export { parametersRevision, readParameters, saveParameters } from './parameters.ts';
