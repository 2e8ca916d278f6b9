import { describePsp } from './describe-psp.ts';
import { squareSubject } from './square-subject.ts';

describePsp(squareSubject);
