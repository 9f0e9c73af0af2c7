import '../runtime/popGate.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { composeProduct } from './compose.ts';
import { darkenEarly } from './earlyLook.ts';
import { reportFailures } from './failures.ts';
import { meta } from './meta.ts';
import { giveStylesNonce } from './styleNonce.ts';

giveStylesNonce(document, meta('csp-nonce'));
darkenEarly(localStorage, document.documentElement, window.matchMedia('(prefers-color-scheme: dark)').matches);
const product = composeProduct();
reportFailures(product.notices);
createRoot(document.getElementById('root') as HTMLElement).render(<StrictMode><App product={product} /></StrictMode>);
