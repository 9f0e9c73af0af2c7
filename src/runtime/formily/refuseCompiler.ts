import { Schema } from '@formily/react';

/**
 * Formily compiles every `{{ }}` text of a schema by `new Function`. Our schemas exclude served text from that
 * compiler; in addition, this module replaces the compiler by one that returns the text unchanged. Only the product's
 * form view imports it: another application that uses our schemas and components keeps its own compiler.
 */
Schema.registerCompiler((expression: string) => `{{${expression}}}`);
