require_relative 'app'

run Service
