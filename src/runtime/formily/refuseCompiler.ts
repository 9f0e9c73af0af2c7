import { Schema } from '@formily/react';

/**
 * Formily compiles every `{{ }}` text of a schema by `new Function`. Our schemas keep served text away from that
 * compiler, and here it is replaced for the whole product: a served expression stays the text that it is. Imported by the
 * product's form view alone: an application that takes our schemas and components keeps the compiler of its own.
 */
Schema.registerCompiler((expression: string) => `{{${expression}}}`);
