import { describePsp } from './describe-psp.ts';
import { paypalSubject } from './paypal.ts';

describePsp(paypalSubject);
