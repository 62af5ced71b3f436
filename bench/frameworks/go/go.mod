module bench/server

go 1.22
