import { Schema } from '@formily/react';

/**
 * Formily compiles every `{{ }}` text of a schema by `new Function`. Nothing here hands Formily a schema, and
 * should anything ever do so, a served expression still never runs: it stays the text that it is.
 */
Schema.registerCompiler((expression: string) => expression);
