import { describePsp } from './describe-psp.ts';
import { squareSubject } from './square.ts';

describePsp(squareSubject);
