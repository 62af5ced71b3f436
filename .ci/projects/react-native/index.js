// First and by itself: Metro loads an import that has a name only where the name is first used.
import './mock';
import './app';
