import { Schema } from '@formily/react';

/**
 * Formily compiles every `{{ }}` text of a schema by `new Function`. Our schemas already exclude served text from that
 * compiler; this module also replaces the compiler by one that returns the text unchanged. Only the product's form view
 * imports this module: other applications that use our schemas and components keep their compiler.
 */
Schema.registerCompiler((expression: string) => `{{${expression}}}`);
